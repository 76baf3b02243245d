/** `conversations/create` → `ConversationsCreate`. */
export function pascalCase(entry: string): string {
  return entry.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
