/** Package managers and image builds: installed and removed packages, warnings, vulnerabilities, errors; downloads are noise. */
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { anyOf, matchesAt } from '../../scan/matches-at.ts'
import { type Fold, foldedPieces, type LineDraft } from '../pieces/fold.ts'
import { frameValue, prefixLength } from '../pieces/output-frame.ts'
import { severityOf } from '../pieces/severity.ts'
import { ShapeFolds } from '../pieces/shape-folds.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'

export const packageManager: Content = { name: 'package-manager', fits, pieces }

/** Programs that install packages or build images, by their name and first arguments. */
export const installProgram: RegExp =
  /^(?:(?:npm|pnpm|yarn|bun)\b.*\b(?:i|ci|install|add|remove|rm|uninstall|up|update|upgrade|audit|dedupe|outdated)(?!\w)|yarn$|(python3? -m )?(?:pip3?|uv|poetry|pipenv|conda|mamba|gem|bundle|composer|brew|apt|apt-get|apk|dnf|yum|pacman|choco|winget)(?!\w).*\b(?:install|add|sync|lock|update|upgrade|remove|uninstall|i)(?!\w)|cargo (?:fetch|install|update|add)\b|go (?:mod|get|install)\b|docker(?:-compose)?\b.*\b(?:build|pull|up|push)\b|npx playwright install)/

/** Lines that only package managers print. */
const typical = anyOf(
  /npm (?:ERR!|WARN|error|warn|notice)|(?:added|removed|changed|audited|up to date,?) .{0,80}packages?\b|found \d+ vulnerabilit/,
  /Packages: [+-]\d|Progress: resolved \d|Lockfile is up to date|(?:dependencies|devDependencies|peerDependencies):$|[+-] \S+ \d+\.\d| ?WARN {1,2}(?:deprecated|Issues with peer)|Already up to date/,
  /\[\d\/\d\] (?:Resolving|Fetching|Linking|Building)|(?:success|info|warning) (?:Saved|Direct|All|No |" ?> ?)|➤ YN\d|\d+ packages? installed|bun (?:install|add) v/,
  /Collecting \S|Requirement already|Successfully (?:installed|built|uninstalled)|(?:Installing|Found|Uninstalling) (?:collected|existing)|(?:Resolved|Prepared|Installed|Uninstalled|Audited) \d+ packages?| [+~-] \S+==\d/,
  /(?:Get|Hit|Ign|Err):\d+ http|(?:Selecting|Preparing|Unpacking|Setting up|Processing triggers)|Reading package lists|\d+ upgraded, \d+ newly/,
  /==> (?:Downloading|Fetching|Installing|Pouring|Upgrading|Caveats|Summary)|go: (?:downloading|added|upgraded|removed|finding|found)/,
  /#\d+ (?:\[(?:internal|auth|\S{0,40} ?\d+\/\d+)|DONE|CACHED|sha256:|extracting|ERROR|exporting|\d+\.\d)|Step \d+\/\d+ : |(?:Successfully (?:built|tagged)|[0-9a-f]{12}: (?:Pull|Download|Already|Verifying|Waiting|Extracting))/,
  / {4,5}(?:Downloaded|Downloading|Updating|Locking|Adding|Installing|Installed|Compiling) \S+ /,
)
const noise = anyOf(
  /(?:Get|Hit|Ign):\d+ |(?:Selecting|Preparing to unpack|Unpacking|Processing triggers|Reading|Building dependency|\(Reading)|Fetched /,
  / {2,}(?:Downloading|Using cached|Getting|Preparing metadata|Installing build|Created wheel|Stored in|Building wheel)|Requirement already|Collecting |(?:Downloading|Obtaining) |[━█▏▎▍▌▋▊▉ ]{6,}/,
  /Progress: resolved|npm (?:http|sill|verb|timing|info) |\[\d\/\d\] |[⠀-⣿] |➤ YN0013|➤ YN0000: [┌└·│]|Resolving|Saved lockfile/,
  /go: (?:downloading|finding) | {2,}(?:Downloaded|Downloading|Compiling|Fresh|Locking|Adding|Checking) |==> (?:Downloading|Fetching|Pouring)|#{5,}|Already downloaded/,
  /#\d+ (?:sha256:|extracting |transferring |resolve |\[internal\]|exporting|writing|naming|DONE|CACHED|preparing|pushing|\.\.\.$)|[0-9a-f]{12}: | ---> |Removing intermediate|Sending build context/,
)
const outcome = anyOf(
  /(?:added|removed|changed|audited|up to date,?) .{0,120}packages?\b|found \d+|\d+ (?:low|moderate|high|critical|packages? (?:are looking|installed))(?!\w)|Packages: |Done in |Already up to date|Lockfile is/,
  /Successfully (?:installed|built|tagged|uninstalled)|(?:Resolved|Prepared|Installed|Uninstalled|Audited) \d|\d+ upgraded, \d+|\d+ packages? installed|success |BUILD /,
  /🍺|==> (?:Summary|Caveats)|go: (?:added|upgraded|removed|downgraded)| *Finished |[\w-]{1,60} (?:Built|Started|Created|Pulled)/,
)
/** Installed and removed packages, and the steps of an image. */
const step = anyOf(
  /[+~-] ?\S|(?:dependencies|devDependencies|peerDependencies|optionalDependencies):$|#\d+ \[(?:\S{0,40} ?\d+\/\d+)|Step \d+\/\d+ : |Setting up |Installing collected| {4}(?:Updating|Installing|Installed|Replacing) |==> |\$ \S|> \S|Installing \S/,
)
/** `npm warn deprecated glob@7.2.3: …` */
const deprecated = /\bdeprecated:? +(\S{1,120})/i

function fits(sourced: SourcedText): boolean {
  const {
    lines: sample,
    source: { kind },
  } = sourced
  const isKnown = sourced.runs(installProgram)
  if (!isKnown && kind !== 'build' && kind !== 'prose' && kind !== 'other') return false
  const needed = isKnown ? 1 : Math.max(2, sample.length * (kind === 'build' ? 0.3 : 0.5))
  return holdsForMost(sample, needed, line => matchesAt(typical, line, prefixLength(line)))
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  const shapes = new ShapeFolds()
  const deprecations = deprecationFold(lines)
  const steps: Fold = {
    shown: 8,
    value: 'plain',
    say: entries => `… ${entries.length} more packages or steps`,
  }
  return foldedPieces(lines.map(line => draftOf(line, shapes, deprecations, steps)))
}

function draftOf(text: string, shapes: ShapeFolds, deprecations: Fold, steps: Fold): LineDraft {
  const from = prefixLength(text)
  const bare = from === 0 ? text : text.slice(from)
  const frame: PieceValue | undefined = frameValue(text)
  if (frame !== undefined) return { text, value: frame }
  if (bare.trim() === '') return { text, value: 'noise' }
  if (deprecated.test(bare.slice(0, 300))) return { text, value: 'key', fold: deprecations }
  const severity = severityOf(bare)
  if (severity !== undefined) return { text, value: 'key', fold: shapes.ofLine(bare, severity) }
  if (matchesAt(outcome, bare)) return { text, value: 'key' }
  if (matchesAt(noise, bare)) return { text, value: 'noise' }
  if (matchesAt(step, bare)) return { text, value: 'useful', fold: steps }
  return { text, value: 'plain', fold: shapes.ofLine(bare, undefined) }
}

const shownDeprecations = 3
const maxNames = 12

function deprecationFold(lines: readonly string[]): Fold {
  return {
    shown: shownDeprecations,
    value: 'key',
    say: entries => {
      const names = entries.map(index => deprecated.exec(lines[index] ?? '')?.[1]?.replace(/:$/, '') ?? '')
      const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
      return `… ${entries.length} more deprecated: ${names.slice(0, maxNames).join(', ')}${more}`
    },
  }
}
