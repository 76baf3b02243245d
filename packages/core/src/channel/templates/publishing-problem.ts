import type { TemplateItem } from './template-entity.ts'

/** Returns why the provider would certainly reject a template, or undefined. Other rules are left to the provider. */
export function publishingProblem({ name, components }: Pick<TemplateItem, 'name' | 'components'>): string | undefined {
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    return `The name ${name} is invalid for the provider. Use lower-case letters, digits and underscores only.`
  const parts: unknown = JSON.parse(components)
  const hasBody = Array.isArray(parts) && parts.some((part) => Object(part).type === 'BODY')
  return hasBody ? undefined : 'The components have no BODY. Add an element with the type BODY.'
}
