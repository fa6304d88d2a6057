# Run by embed_files: writes OUTPUT, a C++ file that defines FUNCTION, which gives the files of the folder FOLDER that end
# in ENDING as they are, each by its name without the ending.
file(GLOB files ${FOLDER}/*.${ENDING})
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  file(READ ${file} text)
  string(FIND "${text}" ")helper\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${file} has the characters that end its literal")
  endif()
  get_filename_component(name ${file} NAME_WE)
  string(APPEND entries "      {\"${name}\", R\"helper(${text})helper\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"viewfuzz/report/repro/helpers.h\"

namespace viewfuzz {

std::span<const HelperFile> ${FUNCTION}() {
  static constexpr HelperFile kFiles[] = {
${entries}  };
  return kFiles;
}

}  // namespace viewfuzz
")
