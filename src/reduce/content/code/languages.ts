/** The languages that agents read most, as data. */
import { lazily } from '../../../tokens/lazily.ts'
import type { HeadRule, Language, SignatureKind } from './language.ts'
import type { Lexing } from './lex-lines.ts'

const rule = (kind: SignatureKind, pattern: RegExp, where?: HeadRule['where']): HeadRule => ({
  kind,
  pattern: new RegExp(pattern.source, `${pattern.flags}y`),
  ...(where !== undefined && { where }),
})

const braces: Lexing = { lineComment: '//', blockComment: ['/*', '*/'], quotes: '"\'' }
const characters: Lexing = { ...braces, hasCharacters: true }
const hashes: Lexing = { lineComment: '#', quotes: '"\'' }

/** Lines that only look like the head of a method: `if (…) {` */
const scriptStatement =
  /(?:if|else|for|while|do|switch|case|catch|return|throw|new|await|yield|super|typeof|function)(?!\w)/y
const statement =
  /(?:if|else|for|foreach|while|do|switch|case|catch|return|throw|new|await|yield|super|base|assert|delete|sizeof|using|lock|fixed|when|goto|try|finally)\b/y
const shellStatement = /(?:if|else|elseif|for|foreach|while|do|switch|catch|return|throw|try|param)\b/iy

const modifiers =
  '(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|readonly|virtual|override|async|unsafe|extern|synchronized|native|default|strictfp|new|open|data|inner|inline|suspend|operator|infix|tailrec|external|expect|actual|annotation|value|companion|lateinit|const|fileprivate|mutating|nonmutating|required|convenience|indirect|weak|lazy|dynamic|class(?= func)|@\\w{1,40}) {1,4}){0,7}'
const withModifiers = (source: string): RegExp => new RegExp(modifiers + source)
const oneModifier =
  '(?:public|private|protected|internal|static|final|abstract|sealed|virtual|override|async|extern|unsafe|partial) '

const visible = '(?:pub(?:\\([^)]{1,40}\\))? )?'

export const languages: () => readonly Language[] = lazily(() => [
  {
    name: 'typescript',
    endings: 'ts tsx mts cts js jsx mjs cjs typescript javascript vue svelte'.split(' '),
    lexing: { ...braces, longQuotes: ['`'], hasRegex: true },
    attribute: /@\w/y,
    statement: scriptStatement,
    rules: lazily(() => [
      rule('test', /(?:describe|it|test|suite|context)(?:\.[\w.]{1,40})?(?:\([^'"`]{0,80}\))?\(/),
      rule('import', /import\b(?! ?[(.:])|export (?:type )?[{*]/),
      rule('import', /(?:const|let|var) [\w${}, :]{1,200} = (?:await )?(?:require|import)\(/),
      rule('namespace', /(?:export )?(declare )?(?:namespace|module|global)(?: [\w$.'"/*-]{1,80})? ?\{/),
      rule(
        'type',
        /(?:export )?(default )?(?:declare )?(abstract )?(?:const )?(?:class|interface|enum)\b[ {]/,
      ),
      rule('type', /(?:export )?(?:declare )?type [\w$]/),
      rule('function', /(?:export )?(?:default )?(declare )?(?:async )?function\b/),
      rule(
        'function',
        /(?:export )?(?:const|let|var) [\w$]{1,80}(?:: [^=]{1,200})? = (?:async )?(?:function\b|(?:<[^>]{0,80}>)?\((?:$|[^;]{0,300}=>)|[\w$]{1,60} =>)/,
      ),
      rule('value', /export (?:declare )?(?:const|let|var|default)\b|module\.exports\b|exports\.\w/),
      rule('value', /(?:const|let|var)\b/, 'top'),
      rule(
        'function',
        /(?:(?:public|private|protected|static|override|abstract|async|readonly|accessor) ){0,4}(?:(?:get|set) )?\*?(?:[#\w$]{1,80}|\[[^\]]{1,60}\])\??(?:<[^(]{0,120}>)?\(/,
        'member',
      ),
      rule(
        'function',
        /((?:static|async) ){0,2}((?:get|set) )?\*?(?:[#\w$]{1,80}|\[[^\]]{1,60}\])(?:<[^(]{0,120}>)?\((?:[^;=]|=(?!>)){0,300}\)[^=;(]{0,200}\{$/,
      ),
    ]),
  },
  {
    name: 'python',
    endings: ['py', 'pyi', 'pyw', 'python'],
    lexing: { ...hashes, longQuotes: ['"""', "'''"] },
    attribute: /@\w/y,
    rules: lazily(() => [
      rule('import', /import \w|from [\w.]{1,200} import\b/),
      rule('type', /class \w/),
      rule('function', /(?:async )?def \w/),
      rule('value', /if __name__ ==|[A-Za-z_]\w{0,80}(?:: [^=]{1,120})? ?= ?\S/, 'top'),
    ]),
  },
  {
    name: 'go',
    endings: ['go', 'golang'],
    lexing: { ...characters, longQuotes: ['`'] },
    rules: lazily(() => [
      rule('import', /import\b|package \w/, 'top'),
      rule('function', /func\b/, 'top'),
      rule('type', /type (?:\w|\()/, 'top'),
      rule('value', /(?:var|const) (?:\w|\()/, 'top'),
      rule('test', /\w{1,20}\.Run\(/),
    ]),
  },
  {
    name: 'rust',
    endings: ['rs', 'rust'],
    lexing: characters,
    attribute: /#!?\[/y,
    rules: lazily(() => [
      rule('import', new RegExp(`${visible}(?:use |extern crate |mod \\w{1,80};)`)),
      rule('namespace', new RegExp(`${visible}mod \\w`)),
      rule('type', new RegExp(`${visible}(?:unsafe )?(?:struct|enum|trait|union|type|impl)\\b[ <]`)),
      rule(
        'function',
        new RegExp(`${visible}(?:(?:const|async|unsafe|default|extern(?: "[^"]{0,20}")?) ){0,4}fn \\w`),
      ),
      rule('value', new RegExp(`${visible}(?:const|static) (?:mut )?[\\w]`)),
      rule('function', /macro_rules! ?\w/),
    ]),
  },
  {
    name: 'java',
    endings: ['java'],
    lexing: { ...characters, longQuotes: ['"""'] },
    attribute: /@(?!interface)\w/y,
    statement,
    rules: lazily(() => [
      rule('import', /(?:import|package) /),
      rule('type', withModifiers('(?:class|interface|enum|record|@interface) \\w')),
      rule('function', new RegExp(`${oneModifier}[^=;(]{0,200}\\(`), 'member'),
      rule(
        'function',
        /(?:<[^>]{1,80}> )?(?:[\w<>[\],.?]{1,80} )?\w{1,80}\([^;=]{0,200}(?:\{$|,$|\($|\) ?throws )/,
        'member',
      ),
      rule('function', /(?:[\w<>[\],.?]{1,80} )\w{1,80}\([^=]{0,200}\);$/, 'member'),
    ]),
  },
  {
    name: 'csharp',
    endings: ['cs', 'csharp', 'c#'],
    lexing: { ...characters, longQuotes: ['"""'] },
    attribute: /\[\w/y,
    statement,
    rules: lazily(() => [
      rule('import', /(?:global )?using [\w.= <>]{1,200};/),
      rule('namespace', /namespace \w/),
      rule('type', withModifiers('(?:class|interface|enum|record|struct|delegate) \\w')),
      rule('function', new RegExp(`${oneModifier}[^=;({]{0,200}\\(`), 'member'),
      rule('value', new RegExp(`${oneModifier}[^=;({]{0,200}(?:\\{|=>)`), 'member'),
      rule('function', /[\w<>[\],.?]{1,80} \w{1,80}(?:<[^(]{0,80}>)?\([^=]{0,200}(?:\);?|\{|,)$/, 'member'),
      rule('function', /\w{1,80}\([^=;]{0,200}$/, 'member'),
    ]),
  },
  {
    name: 'cpp',
    endings: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'hxx', 'm', 'mm', 'ino', 'cu', 'c++'],
    lexing: characters,
    attribute: /template ?<|\[\[|(?:\w{1,60} ){0,4}\w{1,60}(?: ?\*){0,3}$/y,
    statement,
    rules: lazily(() => [
      rule('import', /# {0,8}(?:include|import)\b|using \w/),
      rule('value', /# {0,8}define \w/),
      rule('namespace', /(?:inline )?namespace\b|extern "C"/),
      rule(
        'type',
        /(?:typedef )?(?:class|struct|enum|union)\b[^;=()]{0,200}(?:$|\{[^}]{0,80}\};?$)|typedef\b/,
      ),
      rule('type', /template ?<[^;]{0,200}> ?(?:class|struct)\b/),
      rule(
        'function',
        /(?:[\w:*&<>~,[\]]{1,80} {1,4}){0,6}[*&]{0,3}[\w:~<>,]{1,120}(?:operator[^\w\s(]{1,3})?\([^;=]{0,300}(?:[{),:]|const|override|noexcept)?$/,
        'top',
      ),
      rule(
        'function',
        /(?:[\w:*&<>~,[\]]{1,80} {1,4}){0,6}[*&]{0,3}[\w:~<>]{1,120}(?:operator[^\w\s(]{1,3})?\(/,
        'member',
      ),
      rule(
        'function',
        /(?:[\w:*&<>~,[\]]{1,80} {1,4}){1,6}[*&]{0,3}[\w:~<>]{1,120}\([^;=]{0,300}\) ?(?:const ?)?\{/,
      ),
    ]),
  },
  {
    name: 'ruby',
    endings: ['rb', 'rake', 'gemspec', 'ruby', 'Rakefile', 'Gemfile'],
    lexing: { ...hashes, hasHeredoc: true },
    rules: lazily(() => [
      rule('import', /(?:require|require_relative|include|extend|gem|load)\b[ (]/),
      rule('type', /(?:class|module) [\w<]/),
      rule('function', /(?:private |protected )?def \S/),
      rule('test', /(?:RSpec\.)?(?:describe|context|it|specify|test|feature|scenario)[ (]['"\w]/),
      rule('value', /attr_\w{1,20} |[A-Z]\w{0,80} = /),
    ]),
  },
  {
    name: 'php',
    endings: ['php', 'phtml'],
    lexing: braces,
    attribute: /#\[/y,
    rules: lazily(() => [
      rule('import', /(?:use|require|require_once|include|include_once)\b[ (]/),
      rule('import', /namespace [\w\\]/),
      rule('type', /(?:(?:abstract|final|readonly) ){0,3}(?:class|interface|trait|enum) \w/),
      rule('function', /(?:(?:public|private|protected|static|abstract|final) ){0,4}function [&\w]/),
      rule('value', /(?:(?:public|private|protected|final) ){0,2}const \w|define\(/),
    ]),
  },
  {
    name: 'bash',
    endings: ['sh', 'bash', 'zsh', 'ksh', 'shell', 'bats'],
    lexing: { ...hashes, hasHeredoc: true },
    rules: lazily(() => [
      rule('import', /(?:source|\.) [\w"'$/~.]/),
      rule('function', /function [\w:.-]{1,80}|[\w:.-]{1,80} ?\(\)/),
      rule('value', /(?:export |readonly |declare (?:-\w{1,4} ){0,2})?[A-Za-z_]\w{0,80}=/, 'top'),
    ]),
  },
  {
    name: 'css',
    endings: ['css', 'scss', 'sass', 'less'],
    lexing: { blockComment: ['/*', '*/'], quotes: '"\'' },
    rules: lazily(() => [
      rule('import', /@(?:import|use|forward|charset|tailwind)\b/),
      rule(
        'type',
        /@(?:media|layer|supports|keyframes|-\w{1,10}-keyframes|font-face|container|mixin|function|property|page)\b/,
      ),
      rule('value', /[^;{}@]{1,300}\{|[^;{}@()]{1,300},$/),
    ]),
  },
  {
    name: 'powershell',
    endings: ['ps1', 'psm1', 'psd1', 'powershell', 'pwsh'],
    lexing: { lineComment: '#', blockComment: ['<#', '#>'], quotes: '"\'' },
    attribute: /\[\w{1,40}\(/y,
    statement: shellStatement,
    rules: lazily(() => [
      rule('import', /using \w|Import-Module\b|\. ["'$.\\/]/i),
      rule('function', /(?:function|filter|workflow) [\w:-]/i),
      rule('type', /(?:class|enum) \w/i),
      rule(
        'function',
        /(?:(?:static|hidden) ){0,2}(?:\[[^\]]{1,80}\] ?)?\w{1,80}\([^;]{0,200}\{?$/i,
        'member',
      ),
      rule('value', /\$(?:script|global):\w/i, 'top'),
    ]),
  },
  {
    name: 'kotlin',
    endings: ['kt', 'kts', 'kotlin'],
    lexing: { ...characters, longQuotes: ['"""'] },
    attribute: /@\w/y,
    rules: lazily(() => [
      rule('import', /(?:import|package) /),
      rule('type', withModifiers('(?:enum class|fun interface|class|interface|object|typealias)\\b')),
      rule('function', withModifiers('(?:fun\\b|constructor\\b|init ?\\{)')),
      rule('value', withModifiers('(?:val|var) \\w'), 'top'),
    ]),
  },
  {
    name: 'swift',
    endings: ['swift'],
    lexing: { ...braces, quotes: '"', longQuotes: ['"""'] },
    attribute: /@\w/y,
    rules: lazily(() => [
      rule('import', /(?:@testable )?import /),
      rule('type', withModifiers('(?:class|struct|enum|protocol|extension|actor|typealias) \\w')),
      rule('function', withModifiers('(?:func \\S|init[?!]?[(<]|deinit\\b|subscript[(<])')),
      rule('value', withModifiers('(?:let|var) \\w'), 'top'),
    ]),
  },
  {
    name: 'sql',
    endings: ['sql', 'psql', 'ddl', 'postgresql', 'mysql', 'sqlite'],
    lexing: { lineComment: '--', blockComment: ['/*', '*/'], quotes: '"\'' },
    rules: lazily(() => [
      rule(
        'type',
        /create (?:or replace )?(?:(?:unique|temp|temporary|global|materialized|external|unlogged) ){0,2}(?:table|view|index|function|procedure|trigger|type|schema|database|sequence|extension|role|user|policy|domain)(?!\w)/i,
      ),
      rule(
        'value',
        /(?:alter|drop|insert into|update|delete from|grant|revoke|truncate|merge into|with \w|select)(?!\w)/i,
        'top',
      ),
    ]),
  },
  {
    name: 'settings',
    endings: [
      ...'json jsonc json5 yaml yml toml ini cfg conf env properties lock mod'.split(' '),
      ...'dockerfile makefile mk tf hcl gradle cmake gitignore editorconfig proto graphql'.split(' '),
    ],
    lexing: hashes,
    rules: lazily(() => [
      rule('value', /\[{1,2}[\w."':/@* -]{1,120}\]{1,2}$/),
      rule('value', /"[^"]{1,120}" ?:|["'\w./@$-]{1,120} ?[:=](?:\s|$)|[\w.-]{1,80}=\S/, 'top'),
      rule('value', /(?:FROM|RUN|COPY|ADD|CMD|ENTRYPOINT|ENV|ARG|EXPOSE|WORKDIR|USER) \S/, 'top'),
      rule(
        'type',
        /(?:resource|module|variable|provider|data|output|locals|message|service|enum|type|input|interface)(?!\w)[^=:]{0,200}\{/,
      ),
      rule('import', /(?:module|go|require|import|syntax|package)\b[ "(]/, 'top'),
    ]),
  },
  {
    name: 'generic',
    endings: [],
    lexing: { quotes: '"' },
    attribute: /@\w/y,
    rules: lazily(() => [
      rule('import', /(?:import|from|using|use|require|#include|package) ["'\w<{.*]/, 'top'),
      rule(
        'function',
        /(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub|override) ){0,5}(?:function|func|fn|def|fun|sub|proc|procedure|method)\b[ (]/,
      ),
      rule(
        'type',
        /(?:(?:export|default|public|private|protected|internal|static|final|abstract|sealed|pub|data) ){0,5}(?:class|struct|interface|enum|trait|impl|type|module|namespace|object|record|protocol|union) [\w<{]/,
      ),
      rule('value', /(?:export )?(?:const|let|var|val|final|static|define|local) [\w{[]/, 'top'),
    ]),
  },
])

/** JSON and similar formats indent their top level by two. */
export const topIndent: Readonly<Record<string, number>> = { settings: 2 }
