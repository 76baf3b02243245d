import { Anchor, Modal, Text } from '@mantine/core'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { SignInForm } from '../session/sign-in-page.tsx'

/** Asks the user to sign in again in a dialog, so that unsaved input on the page is kept. */
export function ExpiredSession() {
  const { data: me } = useMe()
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Session expired"
    >
      <Text c="dimmed" mb="md">
        Sign in again to continue. Your changes on this page are kept.
      </Text>
      <SignInForm fixedEmail={me?.user.email} />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => session.signedOut()}>
        Sign in as another user
      </Anchor>
    </Modal>
  )
}
