import { IconMapPinOff } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapPinOff}
        title="This page does not exist"
        action={
          <LinkButton to="/" variant="default">
            Go to the overview
          </LinkButton>
        }
      >
        The link may be outdated, or its target was deleted.
      </EmptyState>
    </Page>
  )
}
