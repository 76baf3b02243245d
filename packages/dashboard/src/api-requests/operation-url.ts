/** Returns the address of an operation, such as `agents/list`, in the API reference. */
export function operationUrl(apiBaseUrl: string, operation: string): string {
  return `${apiBaseUrl}/docs#${operation.replaceAll('/', '-')}`
}
