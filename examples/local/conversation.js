/** An agent has read a long log; one line of it matters. */

export const question = 'Why did a checkout fail last night?'
export const errorLine = '1042 ERROR POST /orders/HB-11459/checkout 500 deadlock detected'
export const followUp = 'And what should we do about it?'

export const log = Array.from({ length: 1500 }, (_, line) =>
  line === 1042 ? errorLine : `${line} INFO GET /orders/HB-${10_417 + line} 200`,
).join('\n')
