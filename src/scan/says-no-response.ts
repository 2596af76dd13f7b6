/** What a host writes in the agent's name where no answer was requested. */
export function saysNoResponse(text: string): boolean {
  return text.trim() === 'No response requested.'
}
