"""What answers a part of a turn without documents."""
