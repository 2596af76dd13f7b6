/** A view without what stands in another text of the same messages. */

const sectionStart = /^#\d{1,7} /

/** Each line above the first message is a section, and each message from its number on. */
function sectionsOf(text: string): readonly string[] {
  const sections: string[] = []
  let isNumbered = false
  for (const line of text.split('\n')) {
    const starts = sectionStart.test(line)
    if (starts || !isNumbered) sections.push(line)
    else sections[sections.length - 1] += `\n${line}`
    isNumbered ||= starts
  }
  return sections
}

/** Only whole sections are left out: what a message says is never taken apart. */
export function withoutSections(view: string, other: string): string {
  const known = new Set(sectionsOf(other))
  return sectionsOf(view)
    .filter(section => !known.has(section))
    .join('\n')
}
