/** Responses by method and target, such as `GET /dashboard-api/v1/me/`. */
type EarlyResponses = Map<string, Promise<Response>>

declare global {
  interface Window {
    /** Requests that `boot.ts` sent before the app was loaded. */
    early?: EarlyResponses
  }
}

/** Later, early responses are too old to use. Milliseconds since the page was opened. */
const LIFETIME_MS = 10_000

/** Returns the response of a request that was sent before the app was loaded, or undefined. Returns each only once. */
export function takeEarly(method: string, target: string): Promise<Response> | undefined {
  const key = `${method} ${target}`
  const response = performance.now() < LIFETIME_MS ? window.early?.get(key) : undefined
  window.early?.delete(key)
  return response
}

/** Forgets responses that were not used, because they belong to the user who was signed in. */
export function dropEarly(): void {
  window.early?.clear()
}
