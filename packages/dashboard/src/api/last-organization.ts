/** What this needs of the browser's storage. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (subject: string) => `organizationOf:${subject}`

/** Returns the id of the organisation that a user saw last in this browser. `subject` is that of the user's token. */
export function lastOrganization(store: Store, subject: string): string | undefined {
  return store.getItem(keyOf(subject)) ?? undefined
}

/** Remembers it for the user's next sign-in, or forgets it. */
export function rememberLast(store: Store, subject: string, id: string | undefined): void {
  if (id === undefined) store.removeItem(keyOf(subject))
  else store.setItem(keyOf(subject), id)
}
