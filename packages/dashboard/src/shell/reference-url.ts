/** The sections of the API reference by the first pages to which they belong. More specific paths come first. */
const SECTIONS: Readonly<Record<string, string>> = {
  '/agents': 'agents',
  '/connectors': 'mcp-connectors',
  '/conversations': 'conversations',
  '/customers': 'customers',
  '/numbers': 'phone-numbers',
  '/accounts/link-sessions': 'link-sessions',
  '/accounts': 'messaging-accounts',
  '/templates': 'templates',
  '/webhooks': 'webhooks',
  '/deliveries': 'webhook-deliveries',
  '/api-keys': 'api-key',
}

/** Returns the address of the API reference, at the section of a page of the dashboard. */
export function referenceUrl(apiBaseUrl: string, pathname: string): string {
  const [, section] =
    Object.entries(SECTIONS).find(([path]) => pathname === path || pathname.startsWith(`${path}/`)) ?? []
  return `${apiBaseUrl}/docs${section === undefined ? '' : `#${section}`}`
}
