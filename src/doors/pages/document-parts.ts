/** A page of sentences, figures, charts and tables as data. */
export interface PageDocument {
  readonly page: 'document'
  readonly headline: string
}
