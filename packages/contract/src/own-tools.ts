/** Tools that the service itself has. They act inside the conversation. */
const OWN_TOOLS = new Set([
  'ask_for_human',
  'ask_for_number',
  'offer_choices',
  'recall',
  'schedule_wake_up',
  'search_documents',
  'update_memory',
])

/** Returns whether a tool is one of the service itself, or passes the conversation to another agent. */
export function isOwnTool(name: string): boolean {
  return OWN_TOOLS.has(name) || name.startsWith('hand_off_to_')
}
