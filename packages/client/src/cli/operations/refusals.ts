const REMEDIES: ReadonlyMap<unknown, (webhookId: string) => string> = new Map([
  ['disabled', (id) => `is disabled: enable it first (replywright webhooks enable ${id}).`],
  ['running', (id) => `has a replay that is running: wait for its end (replywright webhooks get ${id} has its id).`],
])

/** Returns a line for each webhook of a bulk replay that is refused: what to do first. */
export function refusalsOf(result: unknown): string[] {
  const { webhooks } = Object(result)
  if (!Array.isArray(webhooks)) return []
  return webhooks.flatMap((webhook) => {
    const { webhookId, webhookName, refusal } = Object(webhook)
    const remedy = REMEDIES.get(refusal)
    return remedy ? [`"${webhookName}" ${remedy(String(webhookId))}`] : []
  })
}
