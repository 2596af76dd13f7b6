/** By what a token is known for a file, a path or a host. Lower case. */
import { wordSet } from './word-set.ts'

export const fileExtensions: ReadonlySet<string> = wordSet(
  `ts tsx mts cts js jsx mjs cjs json jsonl json5 ndjson md mdx markdown rst adoc txt text log csv tsv xml xsd html htm
  xhtml css scss sass less styl vue svelte astro py pyi pyx ipynb rb erb rake gemspec go mod sum rs java kt kts scala
  groovy gradle clj cljs ex exs erl hs ml mli fs fsx cs csproj sln vb c h cc cpp cxx hpp hh hxx ino m mm swift php
  phtml pl pm r rmd jl lua dart zig nim v sv vhd asm s sql ddl db sqlite sqlite3 prisma graphql gql proto thrift avsc
  avro parquet orc arrow feather sh bash zsh fish ps1 psm1 bat cmd awk sed yml yaml toml ini cfg conf config env
  properties plist lock tf tfvars hcl nix dockerfile dockerignore gitignore editorconfig eslintrc prettierrc babelrc
  npmrc nvmrc png jpg jpeg gif webp svg ico bmp tiff pdf doc docx xls xlsx ppt pptx odt ods rtf tex bib epub zip gz
  tgz tar bz2 xz zst 7z rar jar war whl egg deb rpm apk dmg iso exe dll so dylib a o obj lib bin dat wasm map snap
  patch diff orig bak tmp pid sock pem key crt cer csr p12 pub asc sig mp3 mp4 wav ogg flac mov avi mkv webm ttf otf
  woff woff2 po mo pot traj har ics tpl ejs hbs pug jinja j2 mustache stories spec test`,
)

/** Files without an extension. Spelled as they are written. */
export const bareFileNames: ReadonlySet<string> = wordSet(
  `Dockerfile Makefile Rakefile Gemfile Procfile Jenkinsfile Vagrantfile Brewfile Justfile CODEOWNERS
  README LICENSE CHANGELOG`,
)

/** Folders at which a path without other signs begins. */
export const rootFolders: ReadonlySet<string> = wordSet(
  `src test tests lib libs docs doc bin dist build out app apps packages pkg cmd internal server client public static
  assets scripts config configs node_modules vendor examples include etc usr var home tmp opt api routes components
  pages models views controllers services utils helpers hooks store migrations fixtures spec specs bench web frontend
  backend core common shared tools infra deploy charts templates styles types`,
)

/** Endings by which a dotted token is known for a host. */
export const hostEndings: ReadonlySet<string> = wordSet(
  `com org net io dev ai co app edu gov mil int info biz cloud local internal test example invalid
  localhost de ru cn jp uk fr eu us`,
)
