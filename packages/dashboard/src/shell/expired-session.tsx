import { Anchor, Modal, Text } from '@mantine/core'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { SignInForm } from '../session/sign-in-form.tsx'

/** Asks to sign in again over the page, so that what was typed there is not lost. */
export function ExpiredSession() {
  const { data: me } = useMe()
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
    >
      <Text size="sm" c="dimmed" mb="md">
        Sign in again to go on where you were. Nothing on this page is lost.
      </Text>
      <SignInForm fixedEmail={me?.user.email} />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => session.signedOut()}>
        Sign in as somebody else
      </Anchor>
    </Modal>
  )
}
