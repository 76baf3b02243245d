/**
 * The relay's settings, read on use. Core's settings reader would add 7 KB to a bundle that uses no other part of core.
 * @throws Error with the name of a missing variable
 */
export const settings = {
  get QUEUE_URLS(): Readonly<Record<string, string>> {
    return JSON.parse(readVariable('QUEUE_URLS'))
  },
  get RELAY_DEAD_QUEUE_URL(): string {
    return readVariable('RELAY_DEAD_QUEUE_URL')
  },
}

function readVariable(name: string): string {
  const text = process.env[name]
  if (text) return text
  throw new Error(`Missing environment variable ${name}. Set it for this function in infra.`)
}
