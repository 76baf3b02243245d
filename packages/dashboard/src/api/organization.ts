const KEY = 'organizationId'

/** What this tab acts for: another tab that changes over must not take this one with it. */
let chosen = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined

/** The organisation that this user chose to look at; undefined leaves it to the service. */
export function chosenOrganization(): string | undefined {
  return chosen
}

/** For this tab, and for those that are opened later. */
export function chooseOrganization(id: string): void {
  chosen = id
  sessionStorage.setItem(KEY, id)
  localStorage.setItem(KEY, id)
}

export function forgetOrganization(): void {
  chosen = undefined
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}
