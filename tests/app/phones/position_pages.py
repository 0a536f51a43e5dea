"""Pages on which a position is entered."""


async def form(client, path):
    answer = await client.get(f"{path}?position")
    return await answer.text()
