/** The `ref` of an added row: moves the focus to its first field. */
export function focusFirst(row: HTMLElement | null): void {
  row?.querySelector<HTMLElement>('input, textarea, select')?.focus()
}
