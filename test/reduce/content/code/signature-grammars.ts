/** Which nodes of tree-sitter's grammars are signatures, language by language, as data. */
import type { Node } from '@vscode/tree-sitter-wasm'
import type { SignatureKind } from '../../../../src/reduce/content/code/language.ts'
import { fileEnding, languageOfName } from '../../../../src/reduce/content/code/language-of.ts'

export interface Grammar {
  /** `tree-sitter-<file>.wasm` */
  readonly file: string
  readonly types: string[]
  /** `undefined` where a node is none after all: a variable inside a function. */
  kindOf(node: Node): SignatureKind | undefined
}

type NodeTypes = Readonly<Partial<Record<SignatureKind, string>>>

/** Names of nodes by what they are; values count only at the top of a file. */
const nodeTypes: Readonly<Record<string, NodeTypes>> = {
  typescript: {
    import: 'import_statement',
    namespace: 'internal_module',
    type: 'class_declaration abstract_class_declaration interface_declaration type_alias_declaration enum_declaration',
    function:
      'function_declaration generator_function_declaration function_signature method_definition method_signature abstract_method_signature',
    value: 'lexical_declaration variable_declaration',
  },
  javascript: {
    import: 'import_statement',
    type: 'class_declaration',
    function: 'function_declaration generator_function_declaration method_definition',
    value: 'lexical_declaration variable_declaration',
  },
  python: {
    import: 'import_statement import_from_statement',
    type: 'class_definition',
    function: 'function_definition',
    value: 'assignment',
  },
  go: {
    import: 'package_clause import_declaration',
    type: 'type_declaration',
    function: 'function_declaration method_declaration',
    value: 'const_declaration var_declaration',
  },
  rust: {
    import: 'use_declaration',
    namespace: 'mod_item',
    type: 'struct_item enum_item trait_item union_item type_item impl_item',
    function: 'function_item function_signature_item macro_definition',
    value: 'const_item static_item',
  },
  java: {
    import: 'package_declaration import_declaration',
    type: 'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
    function: 'method_declaration constructor_declaration',
  },
  'c-sharp': {
    import: 'using_directive',
    namespace: 'namespace_declaration file_scoped_namespace_declaration',
    type: 'class_declaration interface_declaration enum_declaration record_declaration struct_declaration delegate_declaration',
    function: 'method_declaration constructor_declaration',
  },
  cpp: {
    import: 'preproc_include using_declaration',
    namespace: 'namespace_definition',
    type: 'class_specifier struct_specifier enum_specifier type_definition',
    function: 'function_definition',
    value: 'preproc_def preproc_function_def',
  },
  ruby: { type: 'class module', function: 'method singleton_method' },
  php: {
    import: 'namespace_use_declaration namespace_definition',
    type: 'class_declaration interface_declaration trait_declaration enum_declaration',
    function: 'function_definition method_declaration',
    value: 'const_declaration',
  },
  bash: { function: 'function_definition', value: 'variable_assignment' },
  css: {
    import: 'import_statement',
    type: 'media_statement keyframes_statement supports_statement',
    value: 'rule_set',
  },
  powershell: {
    type: 'class_statement enum_statement',
    function: 'function_statement class_method_definition',
  },
}

const grammars: ReadonlyMap<string, Grammar> = new Map(
  Object.entries({ ...nodeTypes, tsx: nodeTypes['typescript'] ?? {} }).map(([file, types]) => [
    file,
    grammar(file, types),
  ]),
)

function grammar(file: string, types: NodeTypes): Grammar {
  const kinds = new Map(
    (Object.entries(types) as [SignatureKind, string][]).flatMap(([kind, names]) =>
      names.split(' ').map(name => [name, kind] as const),
    ),
  )
  return {
    file,
    types: [...kinds.keys()],
    kindOf(node) {
      const kind = kinds.get(node.type)
      if (kind === 'value') return valueKind(node, file)
      // `struct point *next` names a type and defines none.
      if (file === 'cpp' && kind === 'type' && node.type !== 'type_definition')
        return node.childForFieldName('body') === null ? undefined : kind
      return kind
    },
  }
}

const wrappers = new Set([
  'export_statement',
  'expression_statement',
  'declaration_list',
  'variable_assignments',
])

/** Only at the top of the file; where it holds a function, it is one. */
function valueKind(node: Node, file: string): SignatureKind | undefined {
  if (file === 'css' || file === 'rust' || file === 'php' || file === 'cpp') return 'value'
  let above = node.parent
  while (above !== null && wrappers.has(above.type)) above = above.parent
  if (above === null || above.parent !== null) return undefined
  const value = node.namedChild(0)?.childForFieldName('value')
  return value?.type === 'arrow_function' || value?.type === 'function_expression' ? 'function' : 'value'
}

const fileOfLanguage: Readonly<Record<string, string>> = { csharp: 'c-sharp' }
const scriptEndings = new Set(['js', 'mjs', 'cjs', 'javascript'])
const jsxEndings = new Set(['tsx', 'jsx'])

/** By the name of a language or of a file. */
export function grammarOf(languageOrPath: string): Grammar | undefined {
  const known = grammars.get(languageOrPath)
  if (known !== undefined) return known
  const ending = fileEnding(languageOrPath)
  if (jsxEndings.has(ending)) return grammars.get('tsx')
  if (scriptEndings.has(ending)) return grammars.get('javascript')
  const language = languageOfName(languageOrPath)?.name ?? languageOrPath
  return grammars.get(fileOfLanguage[language] ?? language)
}
