// The button of the development server would cover Accept, which then ignores clicks.
export default { reactStrictMode: true, devIndicators: { position: 'bottom-right' } }
