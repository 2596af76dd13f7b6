/** Facts from what the user said: the intent, rules, decisions, and what does or does not work. */
import { isAcknowledgement, isForProgram } from '../../scan/acknowledgement.ts'
import { printedVerdict } from '../../scan/actions/check-verdict.ts'
import { pastedRun } from '../../scan/actions/pasted-run.ts'
import { resultLines } from '../../scan/actions/result-lines.ts'
import { testResults } from '../../scan/actions/test-results.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { headingLevel } from '../../scan/heading-level.ts'
import { locatedBlocks } from '../../scan/located-blocks.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { isDemand } from '../../scan/signals/is-demand.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { isUnspaced } from '../../scan/signals/unspaced-scripts.ts'
import { isBarePrompt } from '../../scan/speakers/template-parts.ts'
import { whoSpoke } from '../../scan/speakers/who-spoke.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import type { Message, Role, Target } from '../../types.ts'
import { addDecisions } from './decision-facts.ts'
import type { FactCollector } from './fact-collector.ts'
import { addTyped } from './talk-facts.ts'
import { type UserPart, userParts, userRuns } from './user-parts.ts'

/** Shorter is an exclamation, longer is a pasted document. */
const ruleLengths = { minLength: 5, maxLength: 600 }
const minSpacedLength = 8
const sentenceLengths = { minLength: 8, maxLength: 400 }
const maxIntentLength = 1500

/** `binds`: whether demands of the user are rules. `isStart`: the conversation begins with these messages. */
export function addUserFacts(
  collector: FactCollector,
  messages: readonly Message[],
  { binds, isStart }: { readonly binds: boolean; readonly isStart: boolean },
): void {
  const { speechAt } = whoSpoke(messages)
  let said: UserPart[] = []
  for (const { message, block, role, type, own } of locatedBlocks(messages)) {
    if (role !== 'user' || type !== 'text') continue
    if (said[0] !== undefined && said[0].place.message !== message) {
      addSaid(collector, said, binds)
      said = []
    }
    const place = { message, block }
    const parts = speechAt(place, own.text)
    if (isBarePrompt(parts))
      collector.add(place, { section: 'intent', kind: 'prompted', about: '', by: 'user' })
    for (const part of userParts(place, own.text, parts))
      said.push(isStart ? part : { ...part, isTask: false })
  }
  addSaid(collector, said, binds)
}

/** `said`: all parts of one message. */
function addSaid(collector: FactCollector, said: readonly UserPart[], binds: boolean): void {
  addTyped(collector, said)
  addPastedChecks(collector, said)
  const own = said.filter(({ isOwn }) => isOwn)
  const first = own.find(({ isForProgram }) => isForProgram !== true) ?? own[0] ?? said[0]
  if (first !== undefined) {
    addIntent(collector, wholeRequest(first, said))
    if (first.isOwn) addReply(collector, first.place, first.text)
  }
  for (const { place, text, isOwn, isTask } of said) {
    // What a person passes on, a bug report or a document, makes no rules and no decisions.
    if (!isOwn && !isTask) continue
    const said = proseSentences(text, ruleLengths)
    const binding = withoutProposals(text)
    if (binds)
      addDemands(collector, place, binding === text ? said : proseSentences(binding, ruleLengths), 'user')
    if (!isOwn) continue
    const { minLength, maxLength } = sentenceLengths
    const sentences = said.filter(({ length }) => length >= minLength && length <= maxLength)
    addDecisions(collector, place, sentences, 'user')
    addReports(collector, place, sentences)
  }
}

/** `## Proposed workflow to evaluate`: what is below it is no rule yet. */
const proposal = /\b(?:proposed|proposals?|ideas?)(?!\w)/i

function withoutProposals(text: string): string {
  if (!proposal.test(text)) return text
  /** The level of its heading, which headings below it belong to. */
  let proposed: number | undefined
  const lines = text.split('\n').filter(line => {
    const level = headingLevel(line)
    if (level !== undefined && (proposed === undefined || level <= proposed))
      proposed = proposal.test(line) ? level : undefined
    return proposed === undefined
  })
  return lines.join('\n')
}

/**
 * From the person's first words to their last, with what they pass on in between: `I got this feedback: "…" Can you address it?`
 * Where that is too long, the longest of their own words. `Can you fix this:` is whole only with what is below it, and `also …`
 * only with what is above.
 */
function wholeRequest(first: UserPart, said: readonly UserPart[]): UserPart {
  const run = userRuns(said).find(parts => parts.includes(first)) ?? [first]
  const at = run.indexOf(first)
  const from = at > 0 && additionStart(first.text).test(first.text) ? 0 : at
  const last = run.findLastIndex(({ isOwn, isForProgram }) => isOwn && isForProgram !== true)
  const hasObject = leadsOn.test(run[last]?.text ?? first.text)
  const parts = run.slice(from, Math.max(from, last) + (hasObject ? 2 : 1))
  // For a command, the name and the arguments were typed, not the text of the message.
  if (parts.length <= 1 || parts.some(({ isForProgram }) => isForProgram !== undefined)) return first
  const text = parts
    .map(({ typed }) => typed)
    .join('')
    .trim()
  if (text.length <= maxIntentLength || hasObject || from < at) return { ...first, text }
  const own = parts.filter(({ isOwn }) => isOwn)
  return own.reduce((longest, part) => (part.text.length > longest.text.length ? part : longest))
}

const leadsOn = /[:：](?: {0,2}>[^\n]{1,400})?$|^(?:and|und|y|et|и)$/i
const additionStart = lazyPattern(
  '^\\W{0,3}(?:also|and|plus|additionally|auch|und|außerdem|además|aussi|также)(?![\\p{L}])',
  'iu',
)

/** What messages of these roles demand. */
export function addRules(
  collector: FactCollector,
  messages: readonly Message[],
  roles: readonly Role[],
): void {
  if (roles.length === 0) return
  for (const place of locatedBlocks(messages))
    if (place.type === 'text' && roles.includes(place.role))
      addDemands(collector, place, proseSentences(place.own.text, ruleLengths), place.role)
}

function addDemands(collector: FactCollector, place: Target, sentences: readonly string[], by: Role): void {
  for (const about of sentences)
    if ((about.length >= minSpacedLength || isUnspaced().test(about)) && isDemand(about))
      collector.add(place, { section: 'constraints', kind: 'said', about, by })
}

function addIntent(
  collector: FactCollector,
  { place, text: said, typed, isRequest, isForProgram }: UserPart,
): void {
  // What a command is given says what to do only with its name: `/review https://…`.
  const text = isForProgram === false ? typed : said
  const about = graphemeCut(text, maxIntentLength).trimEnd()
  collector.add(place, {
    section: 'intent',
    kind: isForProgram === true || (!isRequest && isAcknowledgement(text)) ? 'acknowledged' : 'asked',
    about,
    by: 'user',
    ...(about.length < text.length ? { isCut: true } : {}),
  })
}

/** Longer replies are requests of their own. */
const maxReplyLength = 300

/** Whether it answers a question shows only together with the message before it. */
function addReply(collector: FactCollector, place: Target, about: string): void {
  if (about.length <= maxReplyLength && !isForProgram(about) && !/[?？]$/.test(about))
    collector.add(place, { section: 'decisions', kind: 'answered', about, by: 'user' })
}

/** `If it does not work, try another command.`, `That can panic.` */
const conditionStart = lazyPattern(
  '^[\\W\\d]{0,6}(?:if|when|whenever|in case|wenn|falls|如果|若|もし|если|si|cuando|quand)(?![\\p{L}])|\\b(?:can|could|may|might|would|will) (?:panic|crash|fail|throw|abort)',
  'iu',
)

function addReports(collector: FactCollector, place: Target, sentences: readonly string[]): void {
  for (const about of sentences) {
    const signals = sessionSignalsIn(about)
    const kind = signals.includes('fixed') ? 'fixed' : signals.includes('report') ? 'reported' : undefined
    if (kind === undefined || conditionStart(about).test(about)) continue
    collector.add(place, { section: 'errors', kind, about, by: 'user' })
  }
}

/** What a run that the user pasted is called where nothing says what was run. */
const unnamed = 'tests'

/** `## Verification`, not the package that Go prints. */
const reportHeading = /^#{2,6} \S|^# [A-Z]/m

/** Checks that the user ran. `parts`: of one message, in order. A document may speak of checks to come. */
function addPastedChecks(collector: FactCollector, parts: readonly UserPart[]): void {
  const own = parts.filter(({ isAgents, isForProgram }) => isAgents !== true && isForProgram === undefined)
  const [first] = own
  const output = own.map(({ typed }) => typed).join('\n')
  const run = first === undefined || reportHeading.test(output) ? undefined : pastedRun(output)
  const verdict = run === undefined ? undefined : printedVerdict(output)
  if (first === undefined || run === undefined || verdict === undefined) return
  const { passed, failed } = testResults(output)
  const tests = verdict === 'failed' ? failed : passed
  const text = resultLines(output, verdict === 'failed')
  collector.add(first.place, {
    section: 'checks',
    kind: verdict,
    about: run.checks.length === 0 ? unnamed : run.checks.join(' && '),
    by: 'user',
    ...(text === '' ? {} : { text }),
    ...(tests.length === 0 ? {} : { tests }),
  })
}
