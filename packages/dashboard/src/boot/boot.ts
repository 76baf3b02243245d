import { EARLY_READS, routeOf } from './route-of.ts'

/** The files of each route's page. The build replaces this name. */
declare const PAGE_FILES: Readonly<Record<string, readonly string[]>>

// This script is part of index.html and runs before the first paint.
const root = document.documentElement
const selected = localStorage.getItem('mantine-color-scheme-value')
const isDark = selected === 'dark' || (selected !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'

const files = PAGE_FILES
// The keys in the storage are those of session.ts and organization.ts. Without them the user must sign in first.
const isSignedIn = localStorage.getItem('signedIn') !== null
const page = routeOf(Object.keys(files), isSignedIn || location.pathname !== '/' ? location.pathname : '/sign-in')
for (const file of files[page?.route ?? ''] ?? []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

if (isSignedIn) {
  root.dataset.signedIn = ''
  const organization = sessionStorage.getItem('organizationId') ?? localStorage.getItem('organizationId')
  const json = { accept: 'application/json' }
  const refreshed = fetch('/dashboard-api/session/refresh/', {
    method: 'POST',
    headers: { ...json, 'content-type': 'application/json' },
    body: '{}',
  })
  const read = async (target: string) => {
    const response = (await refreshed).clone()
    if (!response.ok) return response
    const { idToken } = await response.json()
    const headers = { ...json, authorization: `Bearer ${idToken}` }
    return await fetch(target, {
      headers: organization === null ? headers : { ...headers, 'x-organization-id': organization },
    })
  }
  const reads = location.search === '' ? (EARLY_READS[page?.route ?? ''] ?? []) : []
  const targets = ['/v1/me/', ...reads].map(
    (each) => `/dashboard-api${each.replace(/\$\w+/, (name) => page?.params[name] ?? name)}`,
  )
  window.early = new Map([
    ['POST /dashboard-api/session/refresh/', refreshed],
    ...targets.map((target) => [`GET ${target}`, read(target)] as const),
  ])
  // The app handles the failure of a response that it uses.
  for (const response of window.early.values()) response.catch(() => {})
}
