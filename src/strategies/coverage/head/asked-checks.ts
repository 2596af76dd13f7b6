/** The checks that a request asks to run, in inline code or in a code block; others are quoted, reported or forbidden. */
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { denials } from '../../../scan/denials.ts'
import { fencedLines } from '../../../scan/fenced-lines.ts'
import { isQuestion } from '../../../scan/is-question.ts'
import { sentences } from '../../../scan/sentences.ts'

export function askedChecks(request: string): readonly string[] {
  const lines = request.split('\n')
  const commands: string[] = []
  let at = 0
  let above = ''
  for (const { first, end, closed } of fencedLines(lines)) {
    addInline(first)
    if (mayAsk(above)) commands.push(...commandsAlone(lines.slice(first + 1, closed ? end - 1 : end)))
    at = end
  }
  addInline(lines.length)
  return [...new Set(commands.flatMap(command => readCheck(command).checks))]

  function addInline(end: number): void {
    for (const line of lines.slice(at, end)) {
      commands.push(...inlineCommands(line))
      if (line.trim() !== '') above = line
    }
  }
}

/** Beside other lines, a command was pasted with its output. */
function commandsAlone(lines: readonly string[]): readonly string[] {
  const commands = lines
    .map(line => line.replace(/^\s{0,12}\$ /, '').trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  return commands.every(command => readCheck(command).isCheck) ? commands : []
}

const inlineCode = /`([^`\n]{1,200})`/g
const asks =
  /\b(?:(?:re-?)?run|execute|verify|make sure|ensure|(?:must|should|has to|have to) pass|ausführen|führe?|starte?|prüfe?|ejecuta|exécutez?|lancez?)(?!\w)|запусти|运行|執行|执行|実行/i

function inlineCommands(line: string): readonly string[] {
  if (!line.includes('`')) return []
  return sentences(line).flatMap(({ start, end }) => {
    const sentence = line.slice(start, end).trim()
    const codes = Array.from(sentence.matchAll(inlineCode))
    const isAsked = asks.test(sentence) && mayAsk(sentence, sentence.slice(0, codes[0]?.index))
    return isAsked ? codes.map(([, code = '']) => code) : []
  })
}

/** `When I run …`, `I always run …` */
const reports =
  /\b(?:when|whenever|if|after|once) (?:i|we|you) (\w{1,12} ){0,2}run\b|\bi (?:\w{1,12} )?run\b/i
const polite = /\b(?:can|could|would|will) you\b/i

/** `before`: the words before the command. */
function mayAsk(sentence: string, before = sentence): boolean {
  const isAnswered = isQuestion(sentence) && !polite.test(sentence)
  return !isAnswered && !reports.test(sentence) && denials(before).length === 0
}
