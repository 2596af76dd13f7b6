/** What a line is about, where it says so before a colon: `port` in `- port: 80`. */

const beforeColon = /^\s{0,60}(?:[-*+]\s{1,8})?([^\s:=：][^:=：\n]{0,60})[:=：]/

export function keyOf(item: string): string | undefined {
  return beforeColon.exec(item)?.[1]?.trim().toLowerCase()
}
