const KEY = 'organizationId'

/** The organisation of this tab. Other tabs can have another organisation. */
let selected = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined

/** Returns the organisation that the user selected, or undefined for the service's default. */
export function chosenOrganization(): string | undefined {
  return selected
}

/** Selects the organisation for this tab and for new tabs. */
export function chooseOrganization(id: string): void {
  selected = id
  sessionStorage.setItem(KEY, id)
  localStorage.setItem(KEY, id)
}

export function forgetOrganization(): void {
  selected = undefined
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}
