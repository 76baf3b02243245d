const RELOADED = 'reloadedFor'
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** Returns the main script of a page of another release, or undefined if the page has the running script. */
export function otherRelease(page: string, running: string): string | undefined {
  const [, script] = SCRIPT.exec(page) ?? []
  return script === running ? undefined : script
}

/** Reloads the document if a new release has replaced the files of the running one. Reloads once for each release. */
export async function reloadForNewRelease(): Promise<boolean> {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  const release = otherRelease(page, running)
  if (release === undefined || sessionStorage.getItem(RELOADED) === release) return false
  sessionStorage.setItem(RELOADED, release)
  window.location.reload()
  return true
}
