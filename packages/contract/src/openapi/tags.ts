const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Agents: 'Agents reply to customers: prompt, tools, documents, memory and other settings.',
  'MCP connectors': 'Model Context Protocol servers that provide tools for agents.',
  Conversations: 'Conversations with one customer on one business number: messages, routing, and takeover by a person.',
  'Messaging accounts': "Business accounts at the messaging provider, their numbers, and the provider's own API.",
  'Phone numbers': 'Business numbers and their default routing.',
  'Link sessions': 'Links for customers to connect a business account.',
  Templates: 'Message templates: local drafts that are published to business accounts.',
  'Webhook deliveries': 'Events sent to your endpoints. Webhooks are created in the dashboard.',
  Media: 'Files that customers sent.',
  Triggers: 'Start conversations from other systems, without an API key.',
  'API key': 'What an API key may do.',
  Health: 'Whether the service is available.',
  Reference: 'This document.',
  Webhooks:
    'Your endpoints, which are created in the dashboard, and the requests that the service sends to them, one for each event. Verify the signature before you use the body.',
}

/** Returns the tags with their descriptions, in the order of their first use. */
export function tagsOf(names: Iterable<string>): { name: string; description: string }[] {
  return Array.from(new Set(names), (name) => ({ name, description: DESCRIPTIONS[name] ?? name }))
}
