/** A conversation of any length, to warm up on and to measure growth with. */
export interface TalkMessage {
  readonly id: string
  readonly index: number
  readonly role: string
  readonly content: string
}

/** Messages of a long chat between people and tools, half of them new, half said before in other words. */
export function longTalk(messages: number): readonly TalkMessage[] {
  const roles = ['user', 'assistant', 'tool']
  return Array.from({ length: messages }, (_, at) => ({
    id: `m${at}`,
    index: at,
    role: roles[at % 3] as string,
    content: Array.from(
      { length: 8 },
      (_, line) =>
        `Step ${at}.${line}: the service order_${(at * 7 + line) % 997} answered ${(at * 31 + line) % 600} requests in src/part${at % 40}/file${line}.ts and we decided to keep it.`,
    ).join(at % 2 ? ' ' : '\n'),
  }))
}
