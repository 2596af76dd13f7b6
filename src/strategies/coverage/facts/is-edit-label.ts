/** Whether the label of a line marks it as removed or added by an edit. */
export function isEditLabel(label: string | undefined): boolean {
  return label === '+' || label === '-'
}
