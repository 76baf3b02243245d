import { Anchor, Modal, Text } from '@mantine/core'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { words } from './words.ts'

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
      title={words.expired.title}
    >
      <Text size="sm" c="dimmed" mb="md">
        {words.expired.text}
      </Text>
      <SignInForm fixedEmail={me?.user.email} />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => session.signedOut()}>
        {words.expired.otherUser}
      </Anchor>
    </Modal>
  )
}
