import type { Ready } from './ready.ts'

/** Returns what `npm start` prints when the service is ready: addresses, credentials and an example call. */
export function welcome(ready: Ready, startedIn: string): string {
  const rows = [
    ['API', `${ready.baseUrl}/api/v1/`],
    ['API key', `${ready.apiKey}   (read-only: ${ready.readApiKey})`],
    ['Dashboard', ready.dashboardUrl],
    ['Sign in as', `${ready.email}   ${ready.password}`],
    ["Customer's phone", ready.providerUrl],
    ['Webhook receiver', ready.receiverUrl],
    ['Simulated model', ready.modelUrl],
    ['Provider callback', ready.ingressUrl],
  ]
  return `
Ready in ${startedIn}

${rows.map(([name = '', value = '']) => `  ${name.padEnd(18)} ${value}`).join('\n')}

Send a message as a customer:

  curl -X POST ${ready.providerUrl}/simulator/customers/447700900200/messages \\
    -H 'content-type: application/json' -d '{"name":"Alex","text":"Where is my order?"}'

See its webhook delivery at ${ready.webhook.url.startsWith(ready.receiverUrl) ? ready.receiverUrl : ready.webhook.url}
Ctrl-C stops the service. The data is kept.
`
}
