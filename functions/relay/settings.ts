/**
 * The relay's own settings, read when they are used. Core's reader would add 7 KB to a bundle that needs nothing else of core.
 * @throws Error that names the variable if it is missing
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
