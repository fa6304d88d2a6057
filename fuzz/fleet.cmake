# The install component `fleet`: a folder that runs anywhere, as OSS-Fuzz and ClusterFuzzLite want it. In it are the
# targets, and for each NAME_seed_corpus.zip, NAME.options, and NAME.dict if it has one; in lib/ what they load, but for glibc.

add_custom_target(fuzzers)

# options_of(NAME VARIABLE): the file with libFuzzer's options for the target.
function(options_of name variable)
  set(options ${name}.options)
  if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${options})
    set(options target.options)
  endif()
  set(${variable} ${options} PARENT_SCOPE)
endfunction()

# ship_fuzz_target(NAME folder…): the folders are its seeds.
function(ship_fuzz_target name)
  add_dependencies(fuzzers ${name})
  install(TARGETS ${name} RUNTIME_DEPENDENCY_SET fleet_libraries RUNTIME DESTINATION . COMPONENT fleet)
  options_of(${name} options)
  install(FILES ${options} DESTINATION . RENAME ${name}.options COMPONENT fleet)
  install(FILES ${name}.dict DESTINATION . COMPONENT fleet OPTIONAL)
  install(CODE "
    set(zip \"\${CMAKE_INSTALL_PREFIX}/${name}_seed_corpus.zip\")
    set(staging \"${CMAKE_CURRENT_BINARY_DIR}/${name}_seeds\")
    set(folders \"${ARGN}\")
    include(\"${CMAKE_CURRENT_SOURCE_DIR}/seed_corpus.cmake\")" COMPONENT fleet)
endfunction()

# To be called behind the last target.
function(ship_libraries)
  set_target_properties(viewfuzz_npu PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS viewfuzz_npu RUNTIME_DEPENDENCY_SET fleet_libraries LIBRARY DESTINATION lib COMPONENT fleet)
  if(VIEWFUZZ_FLEET_BACKEND)
    install(FILES ${VIEWFUZZ_FLEET_BACKEND} DESTINATION lib COMPONENT fleet)
  endif()
  # glibc belongs to the machine. All else goes along: the image that runs the targets has less than the one that
  # builds them.
  install(RUNTIME_DEPENDENCY_SET fleet_libraries
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv)\\.so"
    LIBRARY DESTINATION lib COMPONENT fleet)
endfunction()
