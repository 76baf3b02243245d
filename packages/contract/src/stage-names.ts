/**
 * Returns whether the name of a stack, an alarm or a log group with this prefix, `Messaging-<stage>-`, is of that stage. The rest begins with an
 * upper-case letter, which stages do not contain: `Messaging-prod-` is also a prefix of `Messaging-prod-eu-Data`.
 */
export function isOfStage(name: string | undefined, prefix: string): name is string {
  return name?.startsWith(prefix) === true && /^[A-Z]/.test(name.slice(prefix.length))
}
