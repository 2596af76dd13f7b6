/** Long texts that come often in a body, each replaced by a sign: `$1` for `https://example.org/repos/a/b`. */

export interface Shortened {
  readonly body: string
  /** What `$1`, `$2` … represent. */
  readonly forms: readonly string[]
}

const maxForms = 9
const shortest = 12
const sign = '$'

export function shorten(text: string): Shortened {
  let body = text
  const forms: string[] = []
  if (/\$\d/.test(text)) return { body, forms }
  const candidates = [...repeatedTexts(text)]
    .map(([form, count]) => ({ form, saved: saving(form, count) }))
    .filter(({ saved }) => saved > 0)
    .sort((one, two) => two.saved - one.saved || (one.form < two.form ? -1 : 1))
  for (const { form } of candidates.slice(0, maxForms * 4)) {
    if (forms.length === maxForms) break
    const parts = body.split(form)
    if (saving(form, parts.length - 1) <= 0) continue
    forms.push(form)
    body = parts.join(`${sign}${forms.length}`)
  }
  return { body, forms }
}

/** The inverse: a form may hold signs of those before it. */
export function lengthen({ body, forms }: Shortened): string {
  return forms.reduceRight((text, form, at) => text.replaceAll(`${sign}${at + 1}`, () => form), body)
}

/** In tokens, about; the sign costs two, and so does the line that explains it. */
function saving(form: string, count: number): number {
  const tokens = form.length / 4.5
  return count * (tokens - 2) - tokens - 4
}

/** Values, and those of their beginnings that end at a slash. */
function repeatedTexts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (form: string): void => {
    counts.set(form, (counts.get(form) ?? 0) + 1)
  }
  for (const [value] of text.matchAll(/[^|<>=\n"]{12,400}/g)) {
    if (isOffered(value)) add(value)
    let slashes = 0
    for (let at = value.indexOf('/', shortest - 1); at > 0 && slashes < 8; at = value.indexOf('/', at + 1)) {
      slashes += 1
      const form = value.slice(0, at)
      if (isOffered(form)) add(form)
    }
  }
  for (const [form, count] of counts) if (count < 3) counts.delete(form)
  return counts
}

function isOffered(form: string): boolean {
  return form.length >= shortest && form.trim() === form && !form.includes(sign)
}
