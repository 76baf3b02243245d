import { request } from 'node:http'

/** Status of a GET whose path is sent as it is: `fetch` would tidy it up. */
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
