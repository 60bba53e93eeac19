/** Puts a button before each link to a story. It runs the story in the page, from the workshop that is part of the site. */
export function runStories(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.story')) {
    const { story = '', workshop = '' } = place.dataset
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Run this example'
    button.addEventListener('click', () => {
      const frame = document.createElement('iframe')
      const scheme = getComputedStyle(place).colorScheme === 'dark' || (!isChosen() && prefersDark()) ? 'dark' : 'light'
      frame.title = 'Example'
      frame.src = `${workshop}/iframe.html?id=${story}&viewMode=story&globals=scheme:${scheme}`
      place.after(frame)
      button.remove()
    })
    place.prepend(button)
  }
}

const isChosen = () => document.documentElement.dataset.scheme !== undefined
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches
