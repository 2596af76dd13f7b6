/** What a list of paths holds in all: how many, of which kinds, in which folders. */

const mostKinds = 6
const mostFolders = 10

/** `412 paths: 300 .ts, 40 .md, 72 others; packages/core 120, apps/cli 80, 30 folders more` */
export function pathFacts(paths: readonly string[]): string {
  const kinds = new Map<string, number>()
  const folders = new Map<string, number>()
  const common = commonFolder(paths)
  for (const path of paths) {
    add(kinds, extensionOf(path))
    add(folders, topFolder(path.slice(common.length)))
  }
  const said = [
    `${paths.length} paths${common === '' ? '' : ` in ${common}`}${kinds.size > 1 ? `: ${topOf(kinds, mostKinds, 'others')}` : ''}`,
  ]
  if (folders.size > 1) said.push(topOf(folders, mostFolders, 'in other folders'))
  return said.join('; ')
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function topOf(counts: ReadonlyMap<string, number>, most: number, rest: string): string {
  const sorted = [...counts].sort(([one, a], [two, b]) => b - a || (one < two ? -1 : 1))
  const shown = sorted.slice(0, most).map(([name, count]) => `${count} ${name}`)
  const others = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0)
  return [...shown, ...(others > 0 ? [`${others} ${rest}`] : [])].join(', ')
}

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const point = name.lastIndexOf('.')
  return point > 0 && name.length - point <= 8 && point < name.length - 1
    ? name.slice(point)
    : 'without extension'
}

/** The first two folders of a path. */
function topFolder(path: string): string {
  const first = path.indexOf('/')
  if (first < 0) return './'
  const second = path.indexOf('/', first + 1)
  return path.slice(0, (second < 0 ? first : second) + 1)
}

function commonFolder(paths: readonly string[]): string {
  let common = paths[0] ?? ''
  for (const path of paths) {
    let same = 0
    while (same < common.length && common.charCodeAt(same) === path.charCodeAt(same)) same += 1
    common = common.slice(0, same)
  }
  return common.slice(0, common.lastIndexOf('/') + 1)
}
