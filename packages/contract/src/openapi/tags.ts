/** What each group of operations is about. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Agents: 'Agents answer customers: prompt, tools, documents, memory and the other settings.',
  'MCP connectors': 'Servers of the Model Context Protocol whose tools agents can be offered.',
  Conversations: 'One customer on one business number: messages, who answers, and takeover by a person.',
  'Messaging accounts': "Business accounts at the messaging provider, their numbers, and the provider's own API.",
  'Phone numbers': 'Business numbers and how their conversations are routed by default.',
  'Link sessions': 'Invitations to connect a business account: the customer follows `linkUrl` and comes back.',
  Templates: 'Message templates: drafts here, published to business accounts.',
  'Webhook deliveries': 'What was sent to your endpoints. Webhooks themselves are made in the dashboard.',
  Media: 'Files that customers sent.',
  Triggers: 'Start a conversation from another system, without an API key.',
  Reference: 'This document.',
  Webhooks: 'What the service sends to your endpoints.',
}

/** The tags in the order in which the operations name them, with what they are about. */
export function tagsOf(names: Iterable<string>): { name: string; description: string }[] {
  return Array.from(new Set(names), (name) => ({ name, description: DESCRIPTIONS[name] ?? name }))
}
