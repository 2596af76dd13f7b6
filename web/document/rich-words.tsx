/** Words with names in them. */
import type { RichText } from '../../src/doors/pages/document-parts.ts'
import { visibleText } from '../parts/visible-text.ts'

export function RichWords({ text }: { readonly text: RichText }) {
  if (typeof text === 'string') return <>{words(text)}</>
  return (
    <>
      {text.map((part, index) => {
        if (typeof part === 'string') return words(part)
        if ('code' in part) return <code key={index}>{visibleText(part.code)}</code>
        return (
          <a key={index} href={part.link}>
            {words(part.text)}
          </a>
        )
      })}
    </>
  )
}

/** `17 %` stays on one line. */
export function words(text: string): string {
  return visibleText(text).replaceAll(' %', '\u00a0%')
}
