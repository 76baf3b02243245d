import type { Icon } from '@tabler/icons-react'
import { LinkButton } from './link-button.tsx'

/** A link to another page of a list. It keeps the filters in the URL. */
export function PageLink({
  change,
  leftIcon: LeftIcon,
  rightIcon: RightIcon,
  children,
}: {
  readonly change: { readonly cursor: string | undefined } | { readonly offset: number | undefined }
  readonly leftIcon?: Icon
  readonly rightIcon?: Icon
  readonly children: string
}) {
  return (
    <LinkButton
      to="."
      search={(search) => ({ ...search, ...change })}
      variant="default"
      size="xs"
      leftSection={LeftIcon && <LeftIcon size={14} aria-hidden />}
      rightSection={RightIcon && <RightIcon size={14} aria-hidden />}
    >
      {children}
    </LinkButton>
  )
}
