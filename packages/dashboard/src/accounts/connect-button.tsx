import { Button } from '@mantine/core'
import { createLinkSession } from '@messaging/contract/link-sessions.ts'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { tellError } from '../ui/tell.ts'

/** Opens the provider's signup, which leads back to the numbers, or to the accounts if it fails. */
export function ConnectButton({ children }: { readonly children: ReactNode }) {
  const { origin } = window.location
  const creating = useAction(createLinkSession, { onDone: ({ linkUrl }) => window.location.assign(linkUrl) })
  const body = { successUrl: `${origin}/numbers`, returnUrl: `${origin}/accounts` }
  return (
    <Allowed endpoint={createLinkSession}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={creating.isPending}
        onClick={() => creating.mutate({ body }, { onError: tellError })}
      >
        {children}
      </Button>
    </Allowed>
  )
}
