"""``python -m tengen``."""

from tengen.cli import main

if __name__ == "__main__":
    main()
