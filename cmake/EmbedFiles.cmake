# embed_files(sources function folder ending): adds to `sources` a C++ file that defines `function`, which gives the
# files of the folder that end so, as they are, each by its name without the ending.
function(embed_files variable function folder ending)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.${ending})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_files_script.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D FUNCTION=${function} -D ENDING=${ending}
      -D FOLDER=${CMAKE_CURRENT_SOURCE_DIR}/${folder} -P ${script}
    DEPENDS ${files} ${script} VERBATIM)
  set(${variable} ${${variable}} ${output} PARENT_SCOPE)
endfunction()
