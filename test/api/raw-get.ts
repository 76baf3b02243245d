import { request } from 'node:http'

/** Returns the status of a GET whose path is sent unchanged; `fetch` would normalize it. */
export function rawGet(baseUrl: string, path: string, apiKey: string): Promise<number | undefined> {
  const { hostname, port, pathname } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: `${pathname}${path}`, headers: { 'X-API-Key': apiKey } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sent.once('error', reject)
    sent.end()
  })
}
