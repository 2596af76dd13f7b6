/** How much the section under a heading is worth to a reader who has little room, by the words of the heading. */

/** The first that fits counts. */
const weights: readonly { readonly words: RegExp; readonly weight: number }[] = [
  { words: /archiv|changelog|history|old|deprecated|obsolete|legacy|历史|归档|履歴|アーカイブ/i, weight: 1 },
  { words: /decision|decided|决定|决策|決定/i, weight: 10 },
  {
    words:
      /rule|must|never|always|constraint|important|critical|security|warning|规则|禁止|必须|注意|重要|ルール|必須/i,
    weight: 9,
  },
  { words: /action|todo|task|next|open|blocker|待办|任务|タスク/i, weight: 8 },
  {
    words:
      /config|setup|command|build|test|deploy|environment|architecture|配置|命令|部署|架构|設定|コマンド/i,
    weight: 7,
  },
  { words: /overview|summary|about|purpose|project|概述|简介|概要/i, weight: 7 },
  { words: /example|appendix|reference|link|resource|credit|license|示例|附录|参考|例/i, weight: 3 },
]

export const usualWeight = 5

export function sectionWeight(heading: string): number {
  const words = heading.slice(0, 200)
  return weights.find(entry => entry.words.test(words))?.weight ?? usualWeight
}
