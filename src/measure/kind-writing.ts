/** Tells what people write apart: markup, markdown, programs, prose. */
import type { ContentKind } from '../types.ts'

const tag = /^\s*(?:<!doctype|<\/?[a-zA-Z][\w:-]*(?:\s[^<>]*)?\/?>|<[a-zA-Z][\w:-]*$|<!--)/i
const markdownMark =
  /^\s*(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|>\s|```|~~~|\|.*\||---$|\*\*\S.*\*\*|!?\[[^\]]{1,100}\]\()/
const markdownProof = /^(?:#{1,6} \S.{2,}|```|\s*[-*] \*\*|\*\*\S.*\*\*|\|[ :|-]{3,}\|)/
const codeMark =
  /[;{}]$|[({[,]$|^\s*[)}\]]+[;,)]*$|^\s*(?:import|from|export|const|let|var|function|func|fn|def|class|interface|type|struct|enum|impl|package|return|if|else|elif|for|while|switch|case|try|catch|except|finally|with|async|await|public|private|protected|static|use|mod|namespace|using|#include|#define|throw|raise|yield|defer|echo|fi|done|then|export|set|local|SELECT|INSERT|CREATE|UPDATE)\b|^\s*(?:\/\/|\/\*|\*\/|\* |#!|--\s|@\w+)|[=!<>]==?|=>|->|:=|&&|\|\||\w\(\S*\)|^\s*[\w.[\]"']+ [+\-*/|&]?= \S|^\s*[\w-]+:(?:\s|$)|^\s*<\/?[A-Za-z]/
const sentence = /[A-Za-zÀ-ÿ\u0400-\u04ff]{2,}[,;]? [A-Za-zÀ-ÿ\u0400-\u04ff]{2,}.*[.!?:,]["')]?$|[。!?:,、]/

/** `otherwise` is what a text is that is none of these. */
export function writingKind(lines: readonly string[], otherwise: 'code' | 'other'): ContentKind {
  const share = (mark: RegExp): number => lines.filter(line => mark.test(line)).length / lines.length
  const code = share(codeMark)
  if (lines.some(line => /^\s*(?:<!doctype html|<html|<\?xml|<svg)/i.test(line)) && share(tag) >= 0.3)
    return 'html'
  if (share(tag) >= 0.6) return 'html'
  const markdown = share(markdownMark)
  const words = lines.reduce((sum, line) => sum + wordCount(line), 0) / lines.length
  if (markdown >= 0.2 && lines.some(line => markdownProof.test(line)) && (code < 0.5 || markdown > code))
    return 'markdown'
  if (code >= 0.4 && lines.length > 1) return 'code'
  if (markdown >= 0.5 && lines.length >= 3) return 'markdown'
  if (words >= 6 || share(sentence) >= 0.4) return 'prose'
  if (code >= 0.3 && lines.length > 2) return 'code'
  return otherwise === 'code' ? 'code' : words >= 3 ? 'prose' : 'other'
}

function wordCount(line: string): number {
  return line.match(/(?<![\w./-])[A-Za-zÀ-ÿ\u0400-\u04ff]{2,}(?![\w/])/g)?.length ?? 0
}
