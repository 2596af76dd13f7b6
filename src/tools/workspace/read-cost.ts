/** What reading tokens costs. */

/** Dollars per million input tokens where nobody says otherwise: a usual price of a large model. */
export const usualPrice = 3

export function readCost(tokens: number, pricePerMillion: number): number {
  return (tokens * pricePerMillion) / 1e6
}
