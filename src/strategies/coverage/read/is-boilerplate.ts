/** Lines of a program or an output that carry no information alone. */

const wordSigns = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'

/** `starts`: the characters, after white space, that a line of this form can begin with. */
const forms: readonly { readonly starts: string; readonly form: RegExp }[] = [
  // Brackets and signs alone.
  { starts: '{}()[];,.<>/*`\'"|+=:#-', form: /^[\s{}()[\];,.<>/*`'"|+=:#-]{0,80}$/ },
  // +```json: a block that opens in a patch of a document
  { starts: '>+-`~', form: /^[\s>+-]{0,12}(?:`{3,}|~{3,})[\w+#-]{1,20}$/ },
  // <Button>, </div>);
  { starts: '<', form: /^\s{0,80}<\/?[\w.:-]{1,80}>[;,)}]{0,4}$/ },
  // import x from 'y', from x import y, #include <x>, use x::y;, package x
  {
    starts: 'ifup#e"}',
    form: /^\s{0,16}(?:import\b|\} from ['"]|from \S{1,120} import\b|#include\b|use [\w:]{1,80}|using [\w.]{1,80};|package [\w.]{1,80};?$|export \* from|"use strict")/,
  },
  // "fmt" in a list of imports
  { starts: '"', form: /^\s{1,16}"[\w.-]{1,40}"$/ },
  // "github.com/x/y" in a list of imports
  { starts: '"', form: /^\s{1,16}"[\w.-]{1,80}(?:\/[\w.-]{1,80}){1,12}",?$/ },
  // orders "github.com/x/y"
  { starts: wordSigns, form: /^\s{1,16}\w{1,40} "[\w.-]{1,80}(?:\/[\w.-]{1,80}){1,12}",?$/ },
  // if err != nil {, return err, return nil, nil
  {
    starts: 'irbcpet}fd',
    form: /^\s{0,60}(?:if (?:\w{1,40} := .{1,80}; )?\w{0,20}[eE]rr(?:or)? != nil \{|return(?: (?:nil|err|null|true|false|None|self|this|undefined))?(, (?:nil|err))?;?|break;?|continue;?|pass|else:?|try[:{ ]{0,3}|\} (?:else|finally) \{|end|fi|done)$/,
  },
  // const (, return {: a block that opens
  { starts: 'civtre', form: /^\s{0,60}(?:const|import|type|var|return|export) [({[]$/ },
  // Process exited with code 0, Chunk ID: 1a2b: what a host writes around an output
  {
    starts: 'BCDEFOPSTWb(',
    form: /^(?:\((?:Open file|Current directory): |\(\d{1,7} more lines (?:above|below)\)$|bash-\$$|Chunk ID:|Wall time:|Process exited with code 0$|Process Group PGID: \d|Background PIDs: |Signal: (?:\d|\()|Original token count:|Total output lines:|(?:Output|Error):(?: \((?:empty|none)\))?$|Command: |Directory: |Exit [Cc]ode:? 0$|\(no output\)$|Found \d{1,7} total occurrences across )/,
  },
  // What a host answers to an edit
  {
    starts: 'TFS',
    form: /^(?:The file .{1,300} has been (?:updated|created|modified|edited)|File (?:created|updated|written) successfully|Todos have been modified|Successfully (?:wrote|replaced|modified|edited) )/,
  },
  // What a host adds to a plan, a summary or the answer of a subagent
  {
    starts: 'ITPCa<td',
    form: /^(?:This session is being continued from a previous conversation|Please continue (?:the conversation )?from where (?:we|you) left|Continue with the last task that you were asked|If you need specific details from before (?:compaction|exiting plan mode)|agentId: \w{1,40} \(for resuming|(?:<usage>)?(?:total_tokens|tool_uses|duration_ms): \d)/,
  },
  // Author: A <a@b>, Date: Mon Jan 1, commit 1a2b…: what git prints above a message, also behind its graph
  {
    starts: '*|\\/ADCcM',
    form: /^[\s*|\\/]{0,24}(?:commit [0-9a-f]{40}\b|(?:Author|Date|AuthorDate|Commit|CommitDate|Merge): |Co-Authored-By: )/,
  },
  // From github.com:me/app, Auto-merging a.ts, * branch main -> FETCH_HEAD: what git prints on its way
  {
    starts: 'FA*',
    form: /^(?:From \S{1,200}|Auto-merging \S{1,300}| \* branch {1,40}\S{1,200} {1,40}-> FETCH_HEAD)$/,
  },
  // At line:1 char:2, + CategoryInfo : …: what PowerShell writes below an error
  {
    starts: 'A+',
    form: /^\s{0,8}(?:At (?:line|\S{1,200}\.ps1):\d{1,6} char:\d|\+ (?:CategoryInfo|FullyQualifiedErrorId) {1,16}: |\+ {1,16}~~~)/,
  },
  // 42 43 │ return x: what a checker shows around the line that it marks with >
  { starts: '0123456789', form: /^\s{1,16}\d{1,7}(?: {1,8}\d{1,7})? {1,12}│/ },
  // === RUN TestA, === CONT TestA: a test that begins
  { starts: '=', form: /^\s{0,16}=== (?:RUN|PAUSE|CONT|NAME)\b/ },
  // 145:}: a line of a search that found brackets alone
  { starts: '0123456789', form: /^\s{0,16}\d{1,7}[:-][\s{}()[\];,]{0,40}$/ },
  // > name@1.2.3 test: what a runner of scripts writes above their output
  { starts: '>', form: /^\s{0,4}> (?:@[\w.-]{1,80}\/)?[\w.-]{1,80}@\d{1,5}\.\d{1,5}\.\S{1,40} \S/ },
  // //nolint:gosec, # noqa: what a checker skips
  {
    starts: '/#',
    form: /^\s{0,60}(?:\/\/|#) ?(?:nolint|noqa|eslint-|biome-ignore|@ts-ignore|@ts-expect-error|type: ignore)/,
  },
  // t.Helper(), t.Fatal(…), logger.info(…), console.log(…)
  {
    starts: 'tlcsf',
    form: /^\s{0,60}(?:t\.(?:Helper|Parallel|Fatalf?|Errorf?|Logf?)|(?:log|logger|logging|console|slog|fmt)\.\w{1,20})\(/,
  },
]

/** For each character, one bit for each form that a line may have which begins with it; index 0 is for blank lines. */
const formsByStart = startsOfForms()

function startsOfForms(): Int32Array {
  const bits = new Int32Array(128)
  for (const [index, { starts }] of forms.entries())
    for (const sign of starts) bits[sign.charCodeAt(0)] = (bits[sign.charCodeAt(0)] as number) | (1 << index)
  // The form of brackets and signs also fits an empty line.
  bits[0] = 1
  return bits
}

const maxLength = 400

export function isBoilerplate(line: string): boolean {
  if (line.length > maxLength) return false
  let at = 0
  let code = line.charCodeAt(0)
  while (code === 32 || (code >= 9 && code <= 13)) {
    at += 1
    code = line.charCodeAt(at)
  }
  if (code > 127) return forms.some(({ form }) => form.test(line))
  // Beyond the end the character code is `NaN`.
  let fitting = formsByStart[at === line.length ? 0 : code] as number
  for (; fitting !== 0; fitting &= fitting - 1)
    if (forms[31 - Math.clz32(fitting & -fitting)]?.form.test(line) === true) return true
  return false
}
