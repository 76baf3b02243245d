const KEY = 'organizationId'

/** The organisation of this tab. Other tabs can have another organisation. */
let selected = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined

/** Returns the organisation of this tab, or undefined for the service's default. */
export function chosenOrganization(): string | undefined {
  return selected
}

/** Selects the organisation for this tab and for new tabs, and opens its overview. */
export function openOrganization(id: string): void {
  selected = id
  sessionStorage.setItem(KEY, id)
  localStorage.setItem(KEY, id)
  window.location.assign('/')
}

/** Keeps this tab in the organisation that it shows, so that after a removal its changes do not go to another one. */
export function keepOrganization(id: string): void {
  selected ??= id
}

export function forgetOrganization(): void {
  selected = undefined
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}
