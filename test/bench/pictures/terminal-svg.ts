/** A command with what it printed. */
export interface Exchange {
  readonly command: string
  readonly output: string
}

const LINE = 19
const MARGIN = 16
const CHARACTER = 7.8
const SECONDS_PER_CHARACTER = 0.03
/** Time to read the output. */
const SECONDS_AFTER_OUTPUT = 1.6

const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Draws a terminal in which the commands are typed one after the other, as an SVG that runs by itself. Readers who prefer less motion
 * see all lines at once.
 */
export function terminalSvg(exchanges: readonly Exchange[]): string {
  let seconds = 0.5
  const lines = exchanges.flatMap(({ command, output }) => {
    const typed = command.split('\n').map((text, index) => {
      const at = seconds
      seconds += text.length * SECONDS_PER_CHARACTER + 0.2
      return { text: `${index === 0 ? '$' : ' '} ${text}`, isCommand: true, at }
    })
    seconds += 0.4
    const printed = ['', ...output.trim().split('\n'), ''].map((text) => ({ text, isCommand: false, at: seconds }))
    seconds += SECONDS_AFTER_OUTPUT
    return [...typed, ...printed]
  })
  const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * CHARACTER + 2 * MARGIN)
  const height = lines.length * LINE + 2 * MARGIN
  const texts = lines.map(({ text, isCommand, at }, index) => {
    const y = MARGIN + LINE * (index + 0.8)
    return `<text x="${MARGIN}" y="${y.toFixed(1)}" class="${isCommand ? 'c' : 'o'}" style="animation-delay:${at.toFixed(2)}s">${escaped(text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>The first commands of README.md in a terminal</title>
<style>
rect { fill: #f6f8fa } text { font: 13px ui-monospace, monospace; white-space: pre; animation: show 0.01s both } .c { fill: #0a3069; font-weight: 600 } .o { fill: #1f2328 }
@media (prefers-color-scheme: dark) { rect { fill: #0d1117 } .c { fill: #79c0ff } .o { fill: #e6edf3 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
@keyframes show { from { opacity: 0 } }
</style>
<rect width="${width}" height="${height}" rx="8"/>
${texts.filter((text) => !text.endsWith('></text>')).join('\n')}
</svg>
`
}
